import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { Card } from '../../page/Card.tsx'
import { Note } from '../../page/Note.tsx'
import '../form.css'

/** A field that another user saved meanwhile. */
export interface ConflictEntry {
  readonly key: string
  readonly label: string
  /** Saved value in words; '' for none. */
  readonly value: ReactNode
  /** Whether the form holds the saved value: the field was untouched, or the value was taken. */
  readonly isTaken?: boolean
  /** Puts the saved value into the form. */
  readonly take: () => void
}

/** Version conflict: the fields that another user saved meanwhile, each with a button to take the saved value. */
export function ConflictPanel({ who, entries }: { who: string | undefined; entries: readonly ConflictEntry[] }) {
  const t = useText()
  return (
    <Card title={t('form.theirs')} className="theirs">
      <div className="stack" role="alert">
        <Note>{t('form.changedMeanwhile', { who: who ?? t('form.somebody') })}</Note>
        <ul className="theirs-list">
          {entries.map(({ key, label, value, isTaken, take }) => (
            <li key={key}>
              <span className="dim">{label}</span>
              <b>{value || t('form.none')}</b>
              {isTaken ? (
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
