/** The parts of pdfmake on a server, which its published types leave out. */
declare module 'pdfmake' {
  const library: {
    readonly virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
    addFonts(fonts: object): void;
    setUrlAccessPolicy(allows: () => boolean): void;
    setLocalAccessPolicy(allows: () => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
  };
  export default library;
}

declare module 'pdfmake/build/vfs_fonts.js' {
  const fonts: Readonly<Record<string, string>>;
  export default fonts;
}
