import type { Interface } from '@steading/contract/interfaces'
import { WIDGET_CONFIGS, type WidgetTypeName } from '@steading/contract/widgets'

type Subject = Pick<Interface, 'terminalInterfaceDataType' | 'terminalInterfaceType'>

const isNumber = ({ terminalInterfaceDataType: type }: Subject) => type === 'DECIMAL' || type === 'INTEGER'

/** What a tile of each kind can show. */
export const fits: Readonly<Record<WidgetTypeName, (of: Subject) => boolean>> = {
  DIRECT_VALUE: () => true,
  GAUGE: isNumber,
  SIMPLE_MULTI_LINE_CHART: of => of.terminalInterfaceDataType !== 'STRING',
  CONTROLLER: of => of.terminalInterfaceType !== 'IN' && of.terminalInterfaceDataType !== 'STRING',
}

/** How many sensors a chart holds; the others show one. */
export const mostOf = (type: WidgetTypeName) => (type === 'SIMPLE_MULTI_LINE_CHART' ? 8 : 1)

/** Where a gauge begins and ends, what is aimed at, and where the animals are well. */
export type Scale = Partial<Record<(typeof scaleParts)[number], number | undefined>>
export const scaleParts = ['target', 'comfortMin', 'comfortMax', 'min', 'max'] as const

export interface TileWish {
  readonly type: WidgetTypeName
  readonly interfaceIds: readonly string[]
  readonly title: string
  readonly scale?: Scale | undefined
}

/** The configuration of a wished tile under its type's own schema; undefined while something is missing. */
export function configsOf({ type, interfaceIds, title, scale = {} }: TileWish): Record<string, unknown> | undefined {
  const [interfaceId] = interfaceIds
  const name = title.trim()
  const given = {
    ...(name && { title: name }),
    ...(type === 'SIMPLE_MULTI_LINE_CHART' ? { interfaceIds } : { interfaceId }),
    ...(type === 'GAUGE' && Object.fromEntries(Object.entries(scale).filter(([, value]) => value !== undefined))),
  }
  const parsed = WIDGET_CONFIGS[type].safeParse(given)
  return parsed.success ? parsed.data : undefined
}
