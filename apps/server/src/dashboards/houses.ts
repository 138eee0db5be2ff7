import type { Configs } from '@steading/contract/widgets/definition'
import { namedHouseSensors } from '@steading/contract/widgets/definition'
import type { House } from '@steading/contract/widgets/houses'
import { configsForHouse, houseSensorOf } from '@steading/contract/widgets/houseSensors'
import { definitionOf } from '@steading/contract/widgets/widgets'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { listHouses } from './houses.sql.ts'
import type { HouseFilter } from './houses.sql.ts'

/** The dashboard whose houses are meant: an own one shows those in reach, that of an entity those at or below it. */
interface DashboardPlace {
  readonly user_id: string | null
  readonly entity_id: string
}
interface StoredWidget {
  readonly type: WidgetTypeName
  readonly configs: Configs
}

/** Houses of a dashboard that the caller reaches, by name, with their sensors. A public link reaches none unless it shows houses. */
export async function housesOf(
  work: UnitOfWork,
  { user_id: userId, entity_id: entityId }: DashboardPlace,
  filter: Omit<HouseFilter, 'top'> = {},
): Promise<House[]> {
  if (work.actor.publicLink?.showsHouses === false) return []
  const rows = await listHouses(work, { ...filter, top: userId === null ? entityId : undefined })
  return rows.map(({ entity, sensors }) => ({ ...orNotFound(entity), sensors }))
}

const keysOf = (widgets: readonly StoredWidget[]): ReadonlySet<string> =>
  new Set(widgets.flatMap(({ type, configs }) => namedHouseSensors(definitionOf(type), configs)))
/** Whether widgets name sensors of the house. */
export const namesHouse = (widgets: readonly StoredWidget[]): boolean => keysOf(widgets).size > 0
const categoriesOf = (keys: ReadonlySet<string>): readonly string[] => [
  ...new Set([...keys].flatMap(key => houseSensorOf(key)?.category ?? [])),
]

/** The houses that widgets of a dashboard may show, with the sensors that these name alone; none where they name none. */
export async function housesOfWidgets(
  work: UnitOfWork,
  dashboard: DashboardPlace,
  widgets: readonly StoredWidget[],
): Promise<House[]> {
  const keys = keysOf(widgets)
  if (keys.size === 0) return []
  const houses = await housesOf(work, dashboard, { categories: categoriesOf(keys) })
  return houses.map(house => ({
    ...house,
    sensors: Object.fromEntries(Object.entries(house.sensors).filter(([key]) => keys.has(key))),
  }))
}

/**
 * A widget with the sensors of a house of its dashboard; undefined: of the first one, none where there is no house.
 * @throws NotFound for any other house
 */
export async function widgetForHouse<W extends StoredWidget>(
  work: UnitOfWork,
  dashboard: DashboardPlace,
  widget: W,
  id: string | undefined,
): Promise<W> {
  const keys = keysOf([widget])
  if (keys.size === 0) return widget
  const [house] = await housesOf(work, dashboard, { categories: categoriesOf(keys), id, limit: 1 })
  if (!house && id !== undefined) throw new NotFound()
  return { ...widget, configs: configsForHouse(widget.configs, house?.sensors ?? {}) }
}
