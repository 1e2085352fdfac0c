import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;
const alias = { '#shared': resolve(root, 'shared') };

/** The oldest Electron that the application is run on, in tests, has Node 20.18 and Chrome 130. */
const NODE = 'node20';
const CHROME = 'chrome130';

/**
 * electron-vite writes addresses relative to the page, for pages opened from files. Ours are served under their routes
 * (/candidates/17), where only addresses from the root lead anywhere.
 */
const rootBase: Plugin = { name: 'root-base', enforce: 'post', config: () => ({ base: '/' }) };

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      target: NODE,
      outDir: 'out/main',
      // Dependencies stay packages, loaded when needed, except one that requires an ES module: Node 20 cannot.
      externalizeDeps: { exclude: ['sanitize-html'] },
      sourcemap: true,
      rollupOptions: {
        input: {
          main: resolve(root, 'electron/main.ts'),
          'desk-process': resolve(root, 'electron/desk-process.ts'),
          server: resolve(root, 'server/main.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      target: NODE,
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: resolve(root, 'electron/preload.ts') },
        // A sandboxed preload cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    resolve: { alias },
    plugins: [react(), rootBase],
    build: {
      target: CHROME,
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      rollupOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
});
