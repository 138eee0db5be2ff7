import type { TextKey } from '@steading/locales/text'

type Hue = readonly [hue: number, chroma: number]

/** A white label. A brand changes neutrals, accent, rail, radius, logo, title and login picture; never type, density or meanings. */
export interface Brand {
  /** Also the first label of the host name that selects it. */
  readonly id: BrandId
  readonly title: string
  readonly neutral: Hue
  readonly accent: Hue
  readonly rail: readonly [lightness: number, chroma: number]
  readonly radius: number
  /** Strokes on a 28 × 28 field. */
  readonly logo: readonly string[]
  readonly picture: 'houses' | 'bus' | 'plain'
  readonly claim: TextKey
  readonly sub: TextKey
  /** Filters of the lists of events that this brand's people don't see. */
  readonly hiddenSearchFields: readonly SearchField[]
}

/** What lists of events are narrowed by, as the specification names it (part 1, §2). */
export type SearchField =
  | 'title'
  | 'enterpriseId'
  | 'entity'
  | 'batchId'
  | 'status'
  | 'severityLevel'
  | 'origin'
  | 'category'
  | 'cause'
  | 'fromDate'
  | 'toDate'
  | 'lastTime'
  | 'user'
  | 'contact'
  | 'closeDateFrom'
  | 'closeDateTo'

/** The platform's own first; staging, three customers, industrial IoT, a living lab. */
export const brandIds = ['steading', 'staging', 'leziria', 'montado', 'vale', 'fieldnode', 'livinglab'] as const
export type BrandId = (typeof brandIds)[number]

/** The brand that a host name's first label selects; Steading for every other host. */
export const brandIdOf = (label: string | undefined): BrandId => brandIds.find(id => id === label) ?? 'steading'
