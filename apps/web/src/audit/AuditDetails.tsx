import { actionWord, actorWord, changeText, fieldWord, objectWord } from '@steading/locales/audit'
import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { entryQuery } from './audit.queries.ts'
import { ResultPill } from './result.tsx'
import { sidesOf } from './sides.ts'
import '../ui/list/list.css'
import './audit.css'

/** One thing that was done: by whom, to what, and what changed. */
export default function AuditDetails() {
  const t = useText()
  const zone = useZone()
  const { data: of, error, refetch } = useQuery(entryQuery(useParam('auditid')))
  const back = { href: listHref('/system/audit'), label: t('audit.title') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const sides = sidesOf(of)
  return (
    <div className="stack">
      <PageHead
        back={back}
        title={`${actionWord(of.action, t)}: ${of.objectName ?? objectWord(of.objectType, t)}`}
        meta={<ResultPill result={of.result} />}
      />
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('audit.when'), value: dateTime(of.timestampUtc, zone, t) },
            { label: t('audit.who'), value: actorWord(of, t) },
            { label: t('audit.ip'), value: of.ip },
            { label: t('audit.place'), value: of.entity?.displayName },
            { label: t('audit.object'), value: objectWord(of.objectType, t) },
            { label: t('ui.name'), value: of.objectName },
            { label: t('audit.objectId'), value: of.objectId },
            { label: t('audit.request'), value: of.requestId },
          ]}
        />
      </Card>
      {sides.length > 0 && (
        <Card title={t('audit.changes')} flush>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
          <section className="table-wrap scroll-x" tabIndex={0} aria-label={t('audit.changes')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('audit.field')}</th>
                  {sides.map(side => (
                    <th key={side} scope="col">
                      {t(side === 'old' ? 'audit.before' : 'audit.after')}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {of.changes.map(change => (
                  <tr key={change.field}>
                    <th scope="row">{fieldWord(change.field, t)}</th>
                    {sides.map(side => (
                      <td key={side} className="audit-value">
                        {changeText(change.field, change[side], t, zone)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </Card>
      )}
    </div>
  )
}
