import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** The page as static files in `site/`, which `quadrivium up` serves. Nothing is inlined, so that the policy can forbid it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  resolve: { conditions: ['quadrivium-source', 'browser', 'import', 'module', 'default'] },
  build: {
    outDir: 'site',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The page is small and its sources are public: whoever looks into the browser should see them.
    sourcemap: false,
    reportCompressedSize: false,
  },
  logLevel: 'warn',
});
