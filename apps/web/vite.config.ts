import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { leftOut, unsaid } from './leftOut.ts'
import { filesFirst, scriptsFor } from './filesFirst.ts'
import { spoken } from './spoken.ts'

/** While developing, the page doesn't come from the server that would write its tenant into it. */
const ownTenant: Plugin = {
  name: 'own-tenant',
  apply: 'serve',
  transformIndexHtml: page =>
    page.replace('name="tenant" content="1"', `name="tenant" content="${process.env.TENANT_ID ?? '1'}"`),
}

/** Where the server listens beside which the screens are developed. */
const platform = `http://127.0.0.1:${process.env.HTTP_PORT ?? 8080}`

const name = (ending: string) => `assets/[hash:7]${ending}`

export default defineConfig({
  plugins: [react(), leftOut(), unsaid(), spoken(), filesFirst(), ownTenant],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: scriptsFor },
    // The map's library, which comes only where a map is shown.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // What the entry needs comes in two files: many small ones compress badly and arrive one after another.
      output: {
        // The first visit carries the names of all files: seven characters tell their versions apart.
        ...{ entryFileNames: name('.js'), chunkFileNames: name('.js'), assetFileNames: name('[extname]') },
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], test: /node_modules|packages|src.(platform|ui|theme)/, priority: 2 },
            { name: 'start', tags: ['$initial'], test: /src.(?!app.main)/, includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
      // Tables and schemas do nothing by being loaded: a page takes along only the contracts that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/packages\/(contract|rules|locales)\//, sideEffects: false }] },
    },
  },
  server: { proxy: { '/services': platform, '/meta.json': platform } },
})
