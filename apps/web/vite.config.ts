import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/** Nothing inline, nothing from elsewhere. Pictures may be made in the page (charts, QR codes, uploads to be seen). */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

/** The built page carries the policy itself, whatever server hands it out; in development the tools need inline styles. */
const contentPolicy = (): Plugin => ({
  name: 'content-policy',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }],
})

/** `--mode gallery` builds the gallery instead of the product; it never reaches the product's bundle. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), contentPolicy()],
  build: {
    outDir: mode === 'gallery' ? '../../.look/gallery' : 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
  server: { proxy: { '/services': 'http://127.0.0.1:8080', '/meta.json': 'http://127.0.0.1:8080' } },
}))
