import { z } from 'zod'
import { Id } from './fields.ts'

interface Size {
  readonly w: number
  readonly h: number
}
export interface WidgetKind {
  readonly size: Size
  readonly min: Size
  readonly max: Size
  readonly category: 'INTERFACES' | 'DATA' | 'OTHERS' | 'BATCHES'
}

const kind = (
  category: WidgetKind['category'],
  w: number,
  h: number,
  min: [number, number],
  max: [number, number],
): WidgetKind => ({
  category,
  size: { w, h },
  min: { w: min[0], h: min[1] },
  max: { w: max[0], h: max[1] },
})

/** Every widget type with its default, least and greatest size in grid cells (12 columns). */
export const WIDGETS = {
  DIRECT_VALUE: kind('INTERFACES', 3, 1, [2, 1], [12, 4]),
  GAUGE: kind('INTERFACES', 4, 2, [3, 2], [8, 6]),
  SIMPLE_MULTI_LINE_CHART: kind('INTERFACES', 5, 3, [3, 2], [12, 12]),
  CONTROLLER: kind('INTERFACES', 3, 1, [2, 1], [8, 4]),
} as const

export type WidgetTypeName = keyof typeof WIDGETS
export const WIDGET_TYPES = Object.keys(WIDGETS) as [WidgetTypeName, ...WidgetTypeName[]] // safe: the table's own keys

const one = z.object({ interfaceId: Id, title: z.string().max(150).optional() })

/** What each type's `configs` hold. */
export const WIDGET_CONFIGS = {
  DIRECT_VALUE: one,
  GAUGE: one.extend({
    min: z.number().optional(),
    max: z.number().optional(),
    target: z.number().optional(),
    /** Where the animals are well: drawn where both ends are given. */
    comfortMin: z.number().optional(),
    comfortMax: z.number().optional(),
  }),
  SIMPLE_MULTI_LINE_CHART: z.object({
    interfaceIds: z.array(Id).min(1).max(8),
    title: z.string().max(150).optional(),
    hours: z
      .number()
      .int()
      .min(1)
      .max(24 * 400)
      .default(24),
  }),
  CONTROLLER: one,
} as const satisfies Record<WidgetTypeName, z.ZodType>
