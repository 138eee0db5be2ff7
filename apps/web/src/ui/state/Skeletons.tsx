import type { ReactNode } from 'react'
import { useOffline } from '../../platform/session/online.ts'
import { useText } from '../../platform/texts.tsx'
import { LoadFailure } from '../lazy/LoadFailure.tsx'
import './state.css'

/** What stands in the place of what is on its way: without a connection nothing is, and that is said. */
function OnItsWay({ children }: { children: ReactNode }) {
  return useOffline() ? <LoadFailure extent="place" /> : children
}

/** Rows that are on their way, in the shape of rows. */
export function Skeletons({ rows = 6 }: { rows?: number }) {
  const t = useText()
  return (
    <OnItsWay>
      <output className="skeletons">
        <span className="vh">{t('ui.loading')}</span>
        {Array.from({ length: rows }, (_, at) => (
          <div key={at} className="sk-row">
            <i className="sk sk-dot" />
            <i className={`sk sk-a w${at % 3}`} />
            <i className="sk sk-b" />
            <i className="sk sk-c" />
          </div>
        ))}
      </output>
    </OnItsWay>
  )
}

/** A value that is on its way, in the shape of a tile's value and note. */
export function SkeletonValue() {
  const t = useText()
  return (
    <OnItsWay>
      <output>
        <span className="vh">{t('ui.loading')}</span>
        <i className="sk sk-value" />
        <i className="sk sk-note" />
      </output>
    </OnItsWay>
  )
}

/** A page that is on its way: head and card. */
export const SkeletonPage = () => (
  <div className="sk-page">
    <i className="sk sk-title" />
    <div className="card">
      <Skeletons rows={8} />
    </div>
  </div>
)
