import { Counter, Gauge, Registry } from 'prom-client'
import type { Logger } from './log.ts'

/** One value of a gauge, with a value for each of its labels. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly value: number
}

interface Family<Label extends string> {
  /** By Prometheus conventions, with the unit; the prefix `steading_` is added. A counter ends in `_total`. */
  readonly name: string
  readonly help: string
  readonly labels: readonly Label[]
}

/** Product metrics. Each slice registers the families of the facts that it owns. */
export interface Metrics {
  /** Answers the function that counts an occurrence: an addition in memory, cheap on any path. Callers of one name share a counter. */
  counter<const Label extends string>(family: Family<Label>): (labels: Readonly<Record<Label, string>>) => void
  /**
   * `read` runs when metrics are scraped, at most once per five seconds. A failed read leaves its family without values. A later
   * registration of the same name replaces the earlier one.
   */
  gauge<const Label extends string>(
    family: Family<Label>,
    read: () => Promise<readonly Sample<Label>[]> | readonly Sample<Label>[],
  ): void
  readonly contentType: string
  /** All families in the text format of Prometheus. */
  text(): Promise<string>
}

/** Samples of a gauge are reused for this long, ms: several scrapers cost as much as one. */
const CACHE = 5_000
const PREFIX = 'steading_'

export function createMetrics(log: Logger, mono: () => number): Metrics {
  const registry = new Registry()
  return {
    contentType: registry.contentType,
    counter({ name, help, labels }) {
      const known = registry.getSingleMetric(PREFIX + name)
      const counter =
        known instanceof Counter
          ? known
          : new Counter({ name: PREFIX + name, help, labelNames: [...labels], registers: [registry] })
      return values => counter.inc({ ...values })
    },
    gauge({ name, help, labels }, read) {
      let readAt = -Infinity
      registry.removeSingleMetric(PREFIX + name)
      const gauge = new Gauge({
        name: PREFIX + name,
        help,
        labelNames: [...labels],
        registers: [registry],
        async collect() {
          if (mono() - readAt < CACHE) return
          try {
            const samples = await read()
            readAt = mono()
            gauge.reset()
            for (const { labels: values, value } of samples) gauge.set({ ...values }, value)
          } catch (error) {
            gauge.reset()
            // Without labels a reset gauge would still be exported as 0.
            if (labels.length === 0) gauge.remove({})
            log.warn({ err: error, metric: PREFIX + name }, 'metric not read, scraped without values')
          }
        },
      })
    },
    text: () => registry.metrics(),
  }
}
