import type { Interface } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { valueWords } from '../interfaces/index.ts'
import { useText } from '../platform/texts.tsx'
import { SearchFilter } from '../ui/list/Filters.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { sensorSearch } from './dashboards.queries.ts'

/** Sensors and devices to choose from: typing searches all of them, each with its place and its last value. */
export function SensorChoice({
  entityId,
  fits,
  chosen,
  many,
  pick,
  error,
}: {
  entityId: string | undefined
  fits: (of: Interface) => boolean
  chosen: readonly string[]
  many: boolean
  pick: (id: string) => void
  error: string | undefined
}) {
  const t = useText()
  const group = useId()
  const [text, type] = useState('')
  const asked = useDeferredValue(text)
  const { data, error: failed, refetch } = useQuery(sensorSearch(asked, entityId))
  const found = data?.content.filter(fits)
  return (
    <fieldset className="sensors" aria-describedby={error ? `${group}-error` : undefined}>
      <legend>{t(many ? 'interface.many' : 'interface.one')}</legend>
      <SearchFilter label={t('tile.searchSensors')} value={text} onChange={type} />
      <div className="sensor-list">
        {!found &&
          (failed ? <Failed what={t('failed.list')} error={failed} retry={() => void refetch()} /> : <Skeletons rows={4} />)}
        {found?.length === 0 && <p className="dim">{t('list.filteredEmpty')}</p>}
        {found?.map(one => (
          <label key={one.id}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={group}
              checked={chosen.includes(one.id)}
              onChange={() => pick(one.id)}
            />
            <span className="two">
              <span>{one.displayName}</span>
              <span>{one.entity.displayName}</span>
            </span>
            <span className="num dim">{valueWords(one, one.lastConvertedReading, t)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${group}-error`} className="sensors-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
