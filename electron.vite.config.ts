import { readFileSync } from 'node:fs';
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
 * Dependencies stay packages, loaded when needed, except those that every start loads: to find and open their hundreds
 * of files takes longer than to run them. One of them requires an ES module besides, which Node 20 cannot.
 */
const LOADED_AT_EVERY_START = [
  '@noble/ciphers',
  'busboy',
  'express',
  'helmet',
  'jsonwebtoken',
  'knex',
  'libphonenumber-js',
  'papaparse',
  'pino',
  'pino-http',
  'sanitize-html',
  'zod',
] as const;

/** knex names them; they are not installed. */
const DRIVERS_OF_OTHER_DATABASES = [
  'mariadb/callback',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-query-stream',
  'sqlite3',
  'tedious',
] as const;

/**
 * electron-vite writes addresses relative to the page, for pages opened from files. Ours are served under their routes
 * (/candidates/17), where only addresses from the root lead anywhere.
 */
const rootBase: Plugin = { name: 'root-base', enforce: 'post', config: () => ({ base: '/' }) };

/**
 * The decoders of scanned pages (JPEG 2000, JBIG2, fax) are loaded by the PDF worker under names of its own. These are the
 * ones in plain JavaScript: compiling others is not allowed by the content security policy.
 */
const pdfDecoders: Plugin = {
  name: 'pdf-decoders',
  generateBundle() {
    for (const name of ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js']) {
      const source = readFileSync(resolve(root, 'node_modules/pdfjs-dist/wasm', name));
      this.emitFile({ type: 'asset', fileName: `assets/pdf-decoders/${name}`, source });
    }
  },
};

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      target: NODE,
      outDir: 'out/main',
      externalizeDeps: { exclude: [...LOADED_AT_EVERY_START] },
      sourcemap: true,
      rollupOptions: {
        input: {
          main: resolve(root, 'electron/main.ts'),
          'desk-process': resolve(root, 'electron/desk-process.ts'),
          'import-reader': resolve(root, 'electron/desk/import/file-reader.ts'),
          'document-reader': resolve(root, 'electron/desk/documents/document-reader.ts'),
          'snapshot-reader': resolve(root, 'electron/desk/sync/snapshot/snapshot-reader.ts'),
          'snapshot-writer': resolve(root, 'server/sync/snapshots/snapshot-writer.ts'),
          server: resolve(root, 'server/main.ts'),
          'browser-mode': resolve(root, 'electron/browser-mode.ts'),
        },
        external: [...DRIVERS_OF_OTHER_DATABASES],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
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
    plugins: [react(), rootBase, pdfDecoders],
    worker: { format: 'es' },
    build: {
      target: CHROME,
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      rollupOptions: {
        input: resolve(root, 'renderer/index.html'),
        // What every start loads, in one file: to ask for fifty of them took main a sixth of the processor time of a start. The
        // library's styles come first in it too, which those of components overrule by coming later.
        output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      },
    },
  },
});
