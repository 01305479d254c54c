/** The package has no types of its own. */
declare module '@jsonresume/schema' {
  const published: {
    validate(resume: unknown, done: (problems: { name: string; stack: string }[] | null) => void): void;
  };
  export default published;
}
