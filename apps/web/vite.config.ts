import react from '@vitejs/plugin-react'
import { type Plugin, type UserConfig, defineConfig } from 'vite'
import { mergeSharedChunks } from './build/mergeChunks.ts'
import { stubUnusedModules, stripSummaries } from './build/stubUnusedModules.ts'
import { filesFirst, scriptsFor } from './build/fetchThenImport.ts'
import { listPreloads } from './build/preloads.ts'
import { precompileMessages } from './build/precompileMessages.ts'
import { splitTexts } from './build/splitTexts.ts'

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

/** Bytes, gzipped, that a file more is worth: at 200 KB and 40 files a second, as far out on the land, they take as long. */
const FILE = 5_000
/** The pages that one comes to first. */
const first = /src\/(sessions\/login\/Login|dashboards\/page\/Home)\.tsx$/
/** The search of pages asks for its texts in every language. */
const search = /src\/app\/JumpTo\.tsx$/

/** `files`: where shared modules go; without them, only who needs what matters. */
function made(files?: ReadonlyMap<string, string>) {
  const texts = splitTexts({ file: FILE, isFirst: module => first.test(module) || search.test(module) })
  return {
    plugins: [
      react(),
      stubUnusedModules(),
      stripSummaries(),
      precompileMessages(),
      filesFirst(),
      ...(files ? [texts.plugin, listPreloads(import.meta.dirname, texts.written)] : []),
      ownTenant,
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      // Every browser of the target preloads modules by itself.
      modulePreload: { polyfill: false, resolveDependencies: scriptsFor },
      // The map's library, which comes only where a map is shown.
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        output: {
          // The first visit carries the names of all files: seven characters tell their versions apart.
          entryFileNames: name('.js'),
          chunkFileNames: name('.js'),
          assetFileNames: name('[extname]'),
          codeSplitting: {
            groups: [
              // What the entry needs comes in two files: many small ones compress badly and arrive one after another.
              { name: 'core', tags: ['$initial'], test: /node_modules|packages|src.(platform|ui|theme)/, priority: 2 },
              {
                name: 'start',
                tags: ['$initial'],
                test: /src.(?!app.main)/,
                includeDependenciesRecursively: false,
                priority: 1,
              },
              ...(files
                ? [{ name: (id: string) => files.get(id), debugName: 'shared', includeDependenciesRecursively: false }]
                : []),
            ],
          },
        },
        // Tables and schemas do nothing by being loaded: a page takes along only the contracts that it uses.
        treeshake: { moduleSideEffects: [{ test: /\/packages\/(contract|rules|locales)\//, sideEffects: false }] },
      },
    },
    server: { proxy: { '/services': platform, '/meta.json': platform } },
  } satisfies UserConfig
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return made()
  return made(
    await mergeSharedChunks({ ...made(), root: import.meta.dirname }, { file: FILE, isTight: part => first.test(part) }),
  )
})
