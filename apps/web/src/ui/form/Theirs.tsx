import { Button } from '@mantine/core'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../page/Card.tsx'
import { Note } from '../page/Note.tsx'
import './form.css'

/** An entry that somebody else has saved. */
export interface TheirEntry {
  readonly key: string
  readonly label: string
  /** What they entered, in words; '' for nothing. */
  readonly said: string
  /** It is in the form: it was not touched, or was taken. */
  readonly taken?: boolean
  /** Puts theirs into the form. */
  readonly take: () => void
}

/** What somebody else saved while one was typing: which entries, with what, and a way to take each. */
export function Theirs({ who, entries }: { who: string | undefined; entries: readonly TheirEntry[] }) {
  const t = useText()
  return (
    <Card title={t('form.theirs')} className="theirs">
      <div className="stack" role="alert">
        <Note>{t('form.changedMeanwhile', { who: who ?? t('form.somebody') })}</Note>
        <ul className="theirs-list">
          {entries.map(({ key, label, said, taken, take }) => (
            <li key={key}>
              <span className="dim">{label}</span>
              <b>{said || t('form.none')}</b>
              {taken ? (
                <span className="dim">{t('form.taken')}</span>
              ) : (
                <Button size="xs" variant="default" onClick={take}>
                  {t('form.takeTheirs')}
                  <span className="vh">: {label}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
