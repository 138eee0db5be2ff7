import type { Moment } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import { When } from './time/Timestamp.tsx'
import './page.css'

export interface Act {
  /** Absent: the system. */
  readonly by?: string | null | undefined
  readonly at: Moment
}

/** Who created, changed and deleted a thing, and when. */
export function AuditFoot({ created, updated, deleted }: { created: Act; updated?: Act | undefined; deleted?: Act | undefined }) {
  const t = useText()
  const acts = [
    { word: t('ui.createdBy'), act: created },
    { word: t('ui.updatedBy'), act: updated },
    { word: t('ui.deletedBy'), act: deleted },
  ]
  return (
    <footer className="audit">
      {acts.map(
        ({ word, act }) =>
          act?.at && (
            <span key={word}>
              {word} <b>{act.by ?? t('ui.system')}</b> <When at={act.at} />
            </span>
          ),
      )}
    </footer>
  )
}
