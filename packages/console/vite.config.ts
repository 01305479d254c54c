import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** The page as static files in `site/`, which `quadrivium up` serves. Nothing is inlined, so that the policy can forbid it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  resolve: { conditions: ['quadrivium-source', 'browser', 'import', 'module', 'default'] },
  build: {
    outDir: 'site',
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        'service-worker': join(import.meta.dirname, 'src/service-worker/main.ts'),
      },
      // Browsers ask for the service worker under one name for good.
      output: { entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
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
