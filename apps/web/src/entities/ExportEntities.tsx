import { Button } from '@mantine/core'
import { csv } from '@steading/locales/csv'
import { date } from '@steading/locales/format'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { download } from '../ui/list/download.ts'
import { everyPage } from '../ui/list/everyPage.ts'
import { tell } from '../ui/overlay/dialogs.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls } from './entities.queries.ts'
import type { EntityQuery } from './EntityRows.tsx'
import { statusStates, tagName, typeWord, wayOf } from './words.tsx'

/** Everything that the filters leave, as a file. */
export function ExportEntities({ query }: { query: EntityQuery }) {
  const t = useText()
  const zone = useZone()
  const { language } = useLanguage()
  const { busy, act } = useAct(t('export.failed'))
  const [done, progress] = useState<{ done: number; total: number }>()
  const head = [t('ui.name'), t('entity.type'), t('entity.code'), t('entity.status.label'), t('entity.parent'), t('tag.many')]
  const save = () =>
    act(async () => {
      const { rows, total } = await everyPage(
        paging => data(calls.search({ query: { ...query, ...paging } })),
        (count, all) => progress({ done: count, total: all }),
      )
      const day = date(clock.now(), zone).split('-').toReversed().join('-')
      const lines = rows.map(of => [
        of.displayName,
        t(typeWord[of.type]),
        of.code,
        t(statusStates[of.status].word),
        wayOf(of.above),
        of.tags.map(tag => tagName(tag, language)).join(', '),
      ])
      download(`${t('entity.many')} ${day}.csv`, csv([head, ...lines]))
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
