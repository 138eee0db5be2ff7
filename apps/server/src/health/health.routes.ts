import { VERSION } from '@steading/contract/contracts'
import { health } from '@steading/contract/health'
import { Failed } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'

/** The state of each part; `parts` may still be filling while the server starts. */
export const healthSlice = ({ log }: World, parts: () => { ready: boolean; parts: readonly Part[] }) =>
  slice(health, {
    health: () => {
      const { ready, parts: all } = parts()
      const states = all.map(part => ({ name: part.name, ...part.health() }))
      const well = ready && states.every(state => state.ok)
      if (!well)
        throw new Failed(
          'UNAVAILABLE',
          states
            .filter(state => !state.ok)
            .map(({ name, stalled, code }) =>
              stalled === undefined
                ? { field: name, code: 'down' }
                : { field: name, code: code ?? 'silent', values: { stage: stalled } },
            ),
        )
      return { ready: well, version: VERSION, parts: states }
    },
    reportError: ({ actor, body }) => {
      log.warn({ user: actor.id, error: body.error, info: body.errorInfo }, 'browser reported an error in the web app')
      return {}
    },
  })
