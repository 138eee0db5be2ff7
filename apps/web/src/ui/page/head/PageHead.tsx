import { IconArrowLeft } from '@tabler/icons-react'
import type { MouseEventHandler, ReactNode } from 'react'
import { useTabTitle } from '../../../platform/page/brand.ts'
import { Link } from '../../Link.tsx'
import '../page.css'

/**
 * The head of a page, and the title of its tab: the way back, a mark, the title, what stands beside it, and the actions, the primary one last.
 * `stacked` gives the actions their own full line on a phone.
 */
export function PageHead({
  title,
  meta,
  actions,
  back,
  mark,
  stacked = false,
}: {
  title: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  /** `onClick` may take over: it prevents what the link would do. */
  back?: { href: string; label: string; onClick?: MouseEventHandler<HTMLAnchorElement> }
  mark?: ReactNode
  stacked?: boolean
}) {
  useTabTitle(typeof title === 'string' ? title : '')
  return (
    <header className={stacked ? 'page-head stacked' : 'page-head'}>
      {back && (
        <Link className="back" href={back.href} {...(back.onClick && { onClick: back.onClick })}>
          <IconArrowLeft size={16} aria-hidden />
          {back.label}
        </Link>
      )}
      <div className="page-head-row">
        <div className="page-title">
          {mark}
          <h1>{title}</h1>
          {meta && <div className="page-meta">{meta}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </header>
  )
}
