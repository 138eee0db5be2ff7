import type { Interface } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { valueWords } from '../interfaces/index.ts'
import { useText } from '../platform/texts.tsx'
import { CheckGroup } from '../ui/form/CheckGroup.tsx'
import { SearchFilter } from '../ui/list/Filters.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { sensorSearch } from './dashboards.queries.ts'

/** Sensors and devices to choose from: typing searches all of them, each with its place and its last value. */
export function SensorChoice({
  entityId,
  fits,
  chosen,
  max,
  choose,
  tried,
}: {
  entityId: string | undefined
  fits: (of: Interface) => boolean
  chosen: readonly string[]
  max: number
  choose: (ids: readonly string[]) => void
  tried: boolean
}) {
  const t = useText()
  const [text, type] = useState('')
  const asked = useDeferredValue(text)
  const { data, error, refetch } = useQuery(sensorSearch(asked, entityId))
  const found = data?.content.filter(fits)
  const instead = !found ? (
    error ? (
      <Failed what={t('failed.list')} error={error} retry={() => void refetch()} />
    ) : (
      <Skeletons rows={4} />
    )
  ) : (
    found.length === 0 && <p className="dim">{t('list.filteredEmpty')}</p>
  )
  return (
    <CheckGroup
      className="sensors"
      label={t(max > 1 ? 'interface.many' : 'interface.one')}
      min={1}
      max={max}
      value={chosen}
      onChange={choose}
      tried={tried}
      above={<SearchFilter label={t('tile.searchSensors')} value={text} onChange={type} />}
      instead={instead}
      options={(found ?? []).map(one => ({
        value: one.id,
        label: (
          <>
            <span className="two">
              <span>{one.displayName}</span>
              <span>{one.entity.displayName}</span>
            </span>
            <span className="num dim">{valueWords(one, one.lastConvertedReading, t)}</span>
          </>
        ),
      }))}
    />
  )
}
