import { Link } from '../Link.tsx'
import './page.css'

export interface NavItem {
  readonly href: string
  readonly name: string
}

/** The list pages of a section, side by side. */
export const SubNav = ({ items, current, label }: { items: readonly NavItem[]; current: string; label: string }) => (
  <nav className="subnav scroll-x" aria-label={label}>
    {items.map(one => (
      <Link key={one.href} href={one.href} aria-current={one.href === current ? 'page' : undefined}>
        {one.name}
      </Link>
    ))}
  </nav>
)
