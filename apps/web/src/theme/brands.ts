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
  readonly claim: TextKey
  readonly sub: TextKey
}

export const brandIds = ['steading', 'fieldnode', 'leziria'] as const
export type BrandId = (typeof brandIds)[number]

export const brands: Readonly<Record<BrandId, Brand>> = {
  steading: {
    id: 'steading',
    title: 'Steading',
    neutral: [135, 0.006],
    accent: [208, 0.085],
    rail: [0.255, 0.035],
    radius: 5,
    logo: ['M3 12.2 14 4l11 8.2V25H3Z', 'M8.5 25V15.5M14 25v-12M19.5 25v-6.5'],
    claim: 'brand.steading.claim',
    sub: 'brand.steading.sub',
  },
  fieldnode: {
    id: 'fieldnode',
    title: 'Fieldnode',
    neutral: [258, 0.008],
    accent: [258, 0.165],
    rail: [0.225, 0.02],
    radius: 3,
    logo: ['M4 14h20M9 14V7M19 14V7M14 14v8', 'M6.5 3.5h5V7h-5ZM16.5 3.5h5V7h-5ZM11.5 21h5v3.5h-5Z'],
    claim: 'brand.fieldnode.claim',
    sub: 'brand.fieldnode.sub',
  },
  leziria: {
    id: 'leziria',
    title: 'Lezíria',
    neutral: [85, 0.009],
    accent: [118, 0.095],
    rail: [0.3, 0.04],
    radius: 8,
    logo: ['M3 9.5c5-4 9 3 13.5 0S23 7 25 8.5', 'M3 16c5-4 9 3 13.5 0S23 13.5 25 15', 'M3 22.5c5-4 9 3 13.5 0S23 20 25 21.5'],
    claim: 'brand.leziria.claim',
    sub: 'brand.leziria.sub',
  },
}

/** The brand that a host name's first label selects; Steading for every other host. */
export const brandOf = (label: string | undefined): Brand => brands[brandIds.find(id => id === label) ?? 'steading']
