import { containsText } from '@steading/contract/http/searchText'
import { fitsCategory, type InterfaceKind } from '@steading/contract/widgets/fitsInterface'
import type { House } from '@steading/contract/widgets/houses'
import { houseSensorOf } from '@steading/contract/widgets/houseSensors'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, useState } from 'react'
import { byName } from '../../platform/page/sortNames.ts'
import { useText } from '../../platform/texts.tsx'
import type { Option } from '../../ui/form/fields/SelectField.tsx'
import { housesQuery } from './house.queries.ts'
import { houseSensorWords } from './houseWords.ts'

/** Id of the dashboard whose widget is configured; undefined: of none. */
export const ArrangedDashboard = createContext<string | undefined>(undefined)

/** Sensors that any of the houses has and that a field of this kind takes, by name. */
export function houseOptionsOf(houses: readonly House[], kind: InterfaceKind, t: Translate): readonly Option<string>[] {
  const keys = new Set(houses.flatMap(({ sensors }) => Object.keys(sensors)))
  return [...keys]
    .filter(key => fitsCategory(kind, houseSensorOf(key)?.category ?? ''))
    .map(key => ({ value: key, label: t('widget.house.sensor', { sensor: houseSensorWords(key, t) }) }))
    .toSorted((a, b) => byName(a.label, b.label, t.language))
}

const none: readonly House[] = []

/** Sensors of the house shown that a typed text finds; `join` puts them before other options, and the rest of the chosen ones last. */
export function useHouseOptions(kind: InterfaceKind, isOffered: boolean, chosen: readonly string[]) {
  const t = useText()
  const dashboardId = use(ArrangedDashboard)
  const [typed, type] = useState('')
  const { data: houses = none } = useQuery({
    ...housesQuery(dashboardId ?? ''),
    enabled: isOffered && dashboardId !== undefined,
  })
  const options = useMemo(() => houseOptionsOf(houses, kind, t), [houses, kind, t])
  const known = new Set(options.map(({ value }) => value))
  const unknown = chosen
    .filter(value => houseSensorOf(value) && !known.has(value))
    .map(value => ({ value, label: t('widget.house.sensor', { sensor: houseSensorWords(value, t) }) }))
  const isFound = ({ label }: Option<string>) => containsText(label, typed)
  const all = [...unknown, ...options]
  return {
    type,
    // Enter takes the first one: it is one that the text finds.
    join: (others: readonly Option<string>[]) => [
      ...all.filter(isFound),
      ...others,
      ...all.filter(option => !isFound(option) && chosen.includes(option.value)),
    ],
  }
}
