// Builds the screens for `startBuildingWeb`.
import { buildWeb, endBuildingWeb } from './web.ts'

try {
  buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  endBuildingWeb()
}
