import type { Brand } from '../../../theme/brand.ts'
import { useText } from '../../../platform/texts.tsx'
import { Link } from '../../Link.tsx'
import { Logo } from '../Logo.tsx'
import type { Person, Section } from './sections.ts'
import { UserMenu } from '../preferences/UserMenu.tsx'

/** The brand's place: sections as icon over word up to 1512 px, words beside icons above. */
export function Rail({ brand, sections, person }: { brand: Brand; sections: readonly Section[]; person: Person }) {
  const t = useText()
  return (
    <aside className="rail">
      {/* A second way home for the mouse; for keys and screen readers the first of the sections is enough. */}
      <Link href="/" className="rail-brand" tabIndex={-1} aria-hidden>
        <Logo brand={brand} />
        <span className="rail-name">{brand.title}</span>
      </Link>
      <nav aria-label={t('nav.main')}>
        {sections.map(({ key, name, href, icon: Icon, current }) => (
          <Link key={key} href={href} aria-current={current ? 'page' : undefined}>
            <Icon size={21} stroke={1.6} aria-hidden />
            <span>{name}</span>
          </Link>
        ))}
      </nav>
      <UserMenu person={person} />
    </aside>
  )
}
