// Builds the screens, for `buildWebAside`.
import { buildWeb } from './web.ts'

try {
  buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
