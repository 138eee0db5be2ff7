import { Button } from '@mantine/core'
import { date } from '@steading/locales/format'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { csv } from '@steading/locales/csv'
import { download } from '../ui/list/download.ts'
import { everyPage } from '../ui/list/everyPage.ts'
import { tell } from '../ui/overlay/dialogs.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { type EventQuery, searchEvents } from './events.queries.ts'
import { rowsOf } from './export.ts'

/** Everything that the filters leave, as a file. */
export function ExportEvents({ query }: { query: EventQuery }) {
  const t = useText()
  const zone = useZone()
  const { busy, act } = useAct(t('export.failed'))
  const [done, progress] = useState<{ done: number; total: number }>()
  const save = () =>
    act(async () => {
      const { rows, total } = await everyPage(
        paging => searchEvents({ ...query, ...paging }),
        (count, all) => progress({ done: count, total: all }),
      )
      const day = date(clock.now(), zone).split('-').toReversed().join('-')
      download(`${t('nav.events')} ${day}.csv`, csv(rowsOf(rows, t, zone)))
      if (rows.length < total)
        await tell({ title: t('export.cutTitle'), text: t('export.cut', { rows: rows.length, total }), yes: t('ui.close') })
    }).finally(() => progress(undefined))
  return (
    <Button
      variant="default"
      className="phone-hide"
      leftSection={<IconDownload size={16} aria-hidden />}
      data-busy={busy || undefined}
      aria-disabled={busy}
      onClick={() => void save()}
    >
      <span className="num">{busy && done ? t('ui.progress', done) : t('ui.export')}</span>
    </Button>
  )
}
