import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leftOut } from './leftOut.ts'

/** As strict as the server's own policy, so that a preview shows what it would refuse. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** `--mode gallery` builds the gallery instead of the product; it never reaches the product's bundle. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), leftOut()],
  build: {
    outDir: mode === 'gallery' ? '../../.look/gallery' : 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: mode === 'gallery' ? 'gallery.html' : 'index.html',
      // What the entry needs comes in one file: many small ones compress badly and arrive one after another.
      output: {
        codeSplitting: {
          groups: [{ name: 'core', tags: ['$initial'], test: /node_modules|packages|src.(platform|ui|theme)/ }],
        },
      },
      // Tables and schemas do nothing by being loaded: a page takes along only the contracts that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/packages\/(contract|rules|locales)\//, sideEffects: false }] },
    },
  },
  preview: { headers: { 'Content-Security-Policy': policy } },
  server: { proxy: { '/services': 'http://127.0.0.1:8080', '/meta.json': 'http://127.0.0.1:8080' } },
}))
