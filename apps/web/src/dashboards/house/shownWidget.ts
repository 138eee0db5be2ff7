import type { Widget } from '@steading/contract/widgets/dashboardViews'
import type { House } from '@steading/contract/widgets/houses'
import { askedConfigs } from '@steading/contract/widgets/definition'
import { configsForHouse, houseSensorsIn, withoutHouseSensors } from '@steading/contract/widgets/houseSensors'
import { definitionOf } from '@steading/contract/widgets/widgets'
import type { Translate } from '@steading/locales/text'
import type { ShownWidget, WidgetHouse } from '../../widgets/index.ts'
import { lackingWords } from './houseWords.ts'

/** The house that a dashboard shows, as far as it is known. */
export interface HouseState {
  /** Undefined while they are fetched. */
  readonly houses: readonly House[] | undefined
  /** Why they were not fetched. */
  readonly failure?: WidgetHouse['failure']
}

const interfaceIdsOf = ({ interfaceIds }: Widget['configs']): readonly unknown[] =>
  Array.isArray(interfaceIds) ? interfaceIds : []

/** Where the interfaces of a shown configuration stand in the stored one. */
function placesOf(stored: Widget['configs'], shown: Widget['configs'], { sensors }: House): readonly number[] {
  const all = interfaceIdsOf(stored).map(id => sensors[String(id)] ?? id)
  return interfaceIdsOf(shown).map(id => all.indexOf(id))
}

/** A widget with the sensors of a house; undefined: none is known. One that names no sensor of the house stays the same object. */
export function shownWidget(
  widget: Widget,
  house: House | undefined,
  { houses, failure }: HouseState,
  t: Translate,
): ShownWidget {
  const asked = askedConfigs(definitionOf(widget.type), widget.configs)
  if (widget.isBroken || houseSensorsIn(asked).length === 0) return widget
  if (!house)
    return { ...widget, house: { id: undefined, lacking: houses && t('widget.house.none'), places: [], isEmpty: true, failure } }
  const configs = configsForHouse(asked, house.sensors)
  if (widget.type === 'REGRESSION_CHART' && configs['x'] === configs['y']) {
    const lacking = t('widget.house.same', { house: house.displayName })
    return { ...widget, configs, house: { id: house.id, lacking, places: [], isEmpty: true, failure: undefined } }
  }
  const lacking = houseSensorsIn(configs)
  const left = withoutHouseSensors(configs)
  return {
    ...widget,
    configs: left ?? configs,
    house: {
      id: house.id,
      lacking: lacking.length > 0 ? lackingWords(house.displayName, lacking, t) : undefined,
      places: placesOf(widget.configs, left ?? configs, house),
      isEmpty: left === undefined,
      failure: undefined,
    },
  }
}
