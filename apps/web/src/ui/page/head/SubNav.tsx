import { Link } from '../../Link.tsx'
import '../page.css'

export interface NavItem {
  readonly href: string
  readonly name: string
}

/** The list pages of a section, side by side; on a phone the one that is open is scrolled to. */
export const SubNav = ({ items, current, label }: { items: readonly NavItem[]; current: string; label: string }) => (
  <nav key={current} ref={toOpen} className="subnav scroll-x" aria-label={label}>
    {items.map(item => (
      <Link key={item.href} href={item.href} aria-current={item.href === current ? 'page' : undefined}>
        {item.name}
      </Link>
    ))}
  </nav>
)

/** Scrolls a strip of links or tabs to the one that is open. */
export function toOpen(nav: HTMLElement | null): void {
  const open = nav?.querySelector('[aria-current], [aria-selected="true"]')
  if (!nav || !open) return
  const within = nav.getBoundingClientRect()
  const at = open.getBoundingClientRect()
  nav.scrollLeft += at.left - within.left - (within.width - at.width) / 2
}
