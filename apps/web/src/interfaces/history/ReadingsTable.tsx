import type { Interface, Value } from '@steading/contract/devices/interfaces'
import { PAGE_SIZES, type PageQuery } from '@steading/contract/http/paging'
import { readingPages, readings, type Resolution } from '@steading/contract/devices/readings'
import { csvTime } from '@steading/locales/csv'
import { dateTime } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, Filters } from '../../ui/list/filter/Filters.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { StatusPill } from '../../ui/marks/StatusPill.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { calls } from '../interfaces.queries.ts'
import { valueWords } from '../words.ts'
import {
  aggregateWords,
  type Operation,
  operationFor,
  operationName,
  operationsOf,
  resolutionName,
  resolutionsOf,
} from './operations.ts'
import type { HistoryWindow } from './range.ts'

/** The most rows of a file. */
const longestFile = 50_000
const largestPage = Math.max(...readingPages.sizes)

interface Row {
  readonly id: string
  readonly value: Value
  readonly at: string
  readonly good: boolean
  /** Of a step that the period has only a part of. */
  readonly partial: boolean
}

/** The readings of one interface in a window, newest first: each one, or what became of them in five minutes, an hour or a day. */
export function ReadingsTable({
  interface: iface,
  window,
  picker,
}: {
  interface: Interface
  window: HistoryWindow
  picker: ReactNode
}) {
  const t = useText()
  const zone = useZone()
  const [resolution, setResolution] = useState<Resolution>('RAW')
  const [chosen, setChosen] = useState<Operation>()
  const operation = operationFor(iface, chosen)
  const state = useInnerList(readings.search.query)
  const { from, to, live } = window
  const asked = useMemo(
    () => ({
      interfaceIds: [iface.id],
      fromDate: new Date(from).toISOString(),
      // Up to now on the server's clock: the window's end is rounded down.
      toDate: live ? undefined : new Date(to).toISOString(),
      ...(resolution !== 'RAW' && { resolution, readingOperationType: operation }),
    }),
    [iface.id, from, to, live, resolution, operation],
  )
  const fetch = async (paging: Partial<PageQuery> & { readonly toDate?: string }, signal?: AbortSignal) => {
    const query = { ...asked, ...paging } as typeof asked & { sortProperty?: 'timestamp' } // safe: the only sort there is
    const { content, ...page } = await data(calls.readings.search({ query }, { ...(signal && { signal }), background: true }))
    // Several readings may share a moment: a row is known by its place.
    const rows = content.map(({ convertedValue, timestampUtc, good, partial = false }, place): Row => ({
      id: `${page.number * page.size + place}`,
      value: convertedValue,
      at: timestampUtc,
      good,
      partial,
    }))
    return { content: rows, ...page }
  }
  const { currentPage, itemsPerPage, sortProperty, sortDirection } = state.query
  const paging = { currentPage, itemsPerPage, sortProperty, sortDirection }
  const list = useList('readings', { ...asked, ...paging }, (_query, signal) => fetch(paging, signal))
  const words = (value: Value) =>
    resolution !== 'RAW' && typeof value === 'number' ? aggregateWords(iface, value, operation, t) : valueWords(iface, value, t)
  const columns = columnsOf(words, zone, t)
  const fileEnd = useRef('')
  const first = () => state.set({ currentPage: 0 })
  return (
    <Card
      flush
      title={t('reading.many')}
      actions={
        <ExportRows
          name={`${iface.displayName} ${t('reading.many')}`}
          most={longestFile}
          size={largestPage}
          fetch={page => {
            // All pages end at one moment: a reading that arrives meanwhile would shift them.
            if (page.currentPage === 0) fileEnd.current = new Date(clock.now()).toISOString()
            return fetch({ toDate: asked.toDate ?? fileEnd.current, ...page, sortProperty, sortDirection })
          }}
          cells={rows => [
            [
              t('reading.time'),
              iface.unit ? `${t('interface.value')} (${iface.unit})` : t('interface.value'),
              t('reading.quality'),
            ],
            ...rows.map(({ at, value, ...row }) => [
              csvTime(at, zone, t),
              typeof value === 'boolean' ? words(value) : value,
              t(qualityOf(row)),
            ]),
          ]}
        />
      }
    >
      <div className="readings-filters">
        {picker}
        <Filters label={t('ui.filters')}>
          <ChoiceFilter
            name={t('reading.resolution')}
            choices={resolutionsOf(iface).map(value => ({ value, label: resolutionName(value, t) }))}
            value={[resolution]}
            standard="RAW"
            onChange={([item]) => {
              setResolution(resolutionsOf(iface).find(id => id === item) ?? 'RAW')
              first()
            }}
          />
          {resolution !== 'RAW' && (
            <ChoiceFilter
              name={t('reading.operation')}
              choices={operationsOf(iface).map(value => ({ value, label: operationName(value, t) }))}
              value={[operation]}
              standard={operationsOf(iface)[0]}
              onChange={([item]) => {
                setChosen(operationsOf(iface).find(id => id === item))
                first()
              }}
            />
          )}
        </Filters>
      </div>
      <DataList
        label={t('reading.many')}
        list={list}
        state={state}
        sizes={PAGE_SIZES}
        columns={columns}
        name={row => dateTime(row.at, zone, t)}
        empty={<Empty title={t('chart.noData')} />}
      />
    </Card>
  )
}

/** A bad reading, a step that the period has only a part of, or neither. */
const qualityOf = ({ good, partial }: Pick<Row, 'good' | 'partial'>): TextKey =>
  good ? (partial ? 'reading.partial' : 'reading.good') : 'reading.invalid'

const columnsOf = (words: (value: Value) => string, zone: string, t: Translate): readonly Column<Row>[] => [
  {
    key: 'time',
    head: t('reading.time'),
    sort: 'timestamp',
    card: 'title',
    cell: ({ at }) => <span className="num">{dateTime(at, zone, t)}</span>,
  },
  {
    key: 'value',
    head: t('interface.value'),
    right: true,
    card: 'end',
    cell: ({ value }) => <b className="num">{words(value)}</b>,
  },
  {
    key: 'quality',
    head: t('reading.quality'),
    card: 'meta',
    cell: row => {
      const quality = qualityOf(row)
      return quality === 'reading.good' ? (
        <span className="dim">{t(quality)}</span>
      ) : (
        <StatusPill tone="pending">{t(quality)}</StatusPill>
      )
    },
  },
]
