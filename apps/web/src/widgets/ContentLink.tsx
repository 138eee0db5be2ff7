import type { ReactNode } from 'react'
import { Link } from '../ui/Link.tsx'
import { useHasLinks } from './source/source.ts'

/** A link within a widget; on a public dashboard its words alone. */
export function ContentLink({
  href,
  className,
  icon,
  children,
}: {
  href: string
  className?: string
  /** Says that it leads somewhere. */
  icon?: ReactNode
  children: ReactNode
}) {
  if (!useHasLinks()) return <span>{children}</span>
  return (
    <Link className={className} href={href}>
      {children}
      {icon}
    </Link>
  )
}
