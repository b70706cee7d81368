/** How the page is built: into dist/web, with hashed names, React's API served by Preact, no script outside of files. */
import { defineConfig, type Plugin } from 'vite';

/** The page waits for its language; its files are on their way meanwhile. */
const preloadPage: Plugin = {
  name: 'preload-page',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/page.tsx'));
      const files = page ? [page.fileName, ...page.imports] : [];
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
      }));
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react/jsx-runtime': 'preact/jsx-runtime',
      // The package names a file that it does not hold.
      '@xterm/headless': '@xterm/headless/lib-headless/xterm-headless.mjs',
    },
  },
  plugins: [preloadPage],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Small files as data: addresses would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.includes('/words/') ? 'words-' : ''}[name]-[hash].js`,
      },
      // "use client" means nothing to a page that is all client.
      checks: { moduleLevelDirective: false },
      // Only style sheets are imported for their effect: a module whose exports are unused is left out of a chunk.
      treeshake: { moduleSideEffects: (id: string) => id.endsWith('.css') },
    },
  },
});
