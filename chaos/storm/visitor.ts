import { apiAs, data } from '../../e2e/api.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** ms between two calls. */
const BREATH = 50

/** A person who looks at what happens: the calls of a list of events, its counter, one of its events, boxes and places. */
export async function aVisitor(url: string, { name, password }: { readonly name: string; readonly password: string }) {
  const api = await apiAs(url, name, password)
  const events = api.of('events')
  const terminals = api.of('terminals')
  const entities = api.of('entities')
  const calls: readonly (() => Promise<unknown>)[] = [
    () => events.search({ query: {} }),
    () => events.openCount({}),
    async () => {
      const [first] = data(await events.search({ query: {} })).content
      if (first) await events.details({ params: { id: first.id } })
    },
    () => terminals.search({ query: {} }),
    () => entities.search({ query: {} }),
  ]
  let failed = 0
  const visit = async (took: number[]) => {
    for (const call of calls) {
      const began = performance.now()
      await call().catch(() => failed++)
      took.push(performance.now() - began)
      await pause(BREATH)
    }
  }
  return {
    failed: () => failed,
    /** ms of each call. */
    async visits(times: number) {
      const took: number[] = []
      for (let n = 0; n < times; n++) await visit(took)
      return took
    },
    begin() {
      const took: number[] = []
      let isOver = false
      const visiting = (async () => {
        while (!isOver) await visit(took)
      })()
      return {
        async stop() {
          isOver = true
          await visiting
          return took
        },
      }
    },
  }
}
