import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, chromiumPath } from './tools/process/browser.ts'
import { LongestFirst } from './tools/process/sequence.ts'
import { LANDING_VARIABLE, TAGS } from './tools/testing/tags.ts'
import { PATIENCE } from './tools/testing/patience.ts'

/** A program waits for its barn, its database or its page now and then: one worker more than processors keeps them busy. */
const WORKERS = availableParallelism() + 1

const node = (name: string, include: string[], extra = {}) => ({
  test: {
    name,
    include,
    environment: 'node',
    maxWorkers: WORKERS,
    testTimeout: PATIENCE.test,
    hookTimeout: PATIENCE.test,
    expect: { poll: { timeout: PATIENCE.poll } },
    ...extra,
  },
})

// Each suite starts programs of ours: what is compiled once is not compiled again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const SEEDED = { setupFiles: [join(import.meta.dirname, 'tools/testing/seedProperties.ts')] }

/** Plays of faults judge programs by what they do in time. */
const FEW = availableParallelism()

const IS_LANDING = Boolean(process.env[LANDING_VARIABLE])
const BESIDE_PAGES = { sequence: { groupOrder: 1 } }

const executablePath = chromiumPath()

const MUTANTS = 'apps/server/**/*.mutant.test.ts'

export default defineConfig({
  test: {
    tags: [...TAGS],
    teardownTimeout: PATIENCE.page,
    // `npm run steady` shuffles the files instead.
    sequence: process.env.TEST_ORDER === 'random' ? { shuffle: { files: true } } : { sequencer: LongestFirst },
    projects: [
      node(
        'unit',
        [
          'packages/*/{src,test}/**/*.test.ts',
          'apps/smartbox/**/*.test.ts',
          'apps/web/{src,build}/**/*.test.{ts,tsx}',
          'tools/**/*.test.ts',
          'sim/**/*.test.ts',
        ],
        { isolate: false, ...SEEDED },
      ),
      // To load the same modules anew for every file would cost nearly half of these tests' time.
      node('server', ['apps/server/**/*.test.ts', 'bench/**/*.test.ts'], {
        globalSetup: ['apps/server/test/cluster.ts'],
        exclude: [MUTANTS],
        isolate: false,
        ...SEEDED,
      }),
      // They swap modules for broken ones, which must not stay for the next file.
      node('mutants', [MUTANTS], { globalSetup: ['apps/server/test/cluster.ts'], ...SEEDED }),
      // Pieces of screens, drawn by a browser, with the answers of the server at the wire.
      {
        root: 'apps/web',
        plugins: [react()],
        // All at once: a dependency that is found later loads the page again, in the middle of a test.
        optimizeDeps: { entries: ['src/**/*.tsx', 'test/components/**/*.tsx'] },
        test: {
          name: 'components',
          include: ['test/components/**/*.browser.test.tsx'],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
          testTimeout: PATIENCE.test,
          hookTimeout: PATIENCE.test,
          expect: { poll: { timeout: PATIENCE.poll } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            ui: false,
            provider: playwright({ launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments() } }),
            instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 900 } }],
          },
        },
      },
      // Whole programs that mostly wait for a barn, a mail or a page.
      node('e2e', ['e2e/**/*.test.ts'], {
        globalSetup: ['e2e/prepared.ts'],
        isolate: false,
        ...BESIDE_PAGES,
      }),
      // Faults, when everything else is done: beside browsers both take longer than one after the other. Plays do not land.
      node('chaos', ['chaos/**/*.test.ts'], IS_LANDING ? BESIDE_PAGES : { maxWorkers: FEW, sequence: { groupOrder: 2 } }),
    ],
  },
})
