import type { TextKey } from '@steading/locales/text'
import { IconArrowLeft } from '@tabler/icons-react'
import { to } from '../platform/navigation/paths.ts'
import { brand } from '../platform/page/brand.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { LanguageChoice } from '../ui/shell/preferences/LanguageChoice.tsx'
import './legal.css'

/** A heading and what stands under it. */
export type Section = readonly [title: TextKey, text: TextKey]

/** A page of law: open to everybody, readable without a session. */
export function Legal({
  title,
  sections,
  other,
}: {
  title: TextKey
  sections: readonly Section[]
  other: { readonly href: string; readonly title: TextKey }
}) {
  const t = useText()
  return (
    <div className="legal">
      <header className="legal-head">
        <Link href={to('/')} className="legal-brand">
          <Logo brand={brand} size={26} />
          <span>{brand.title}</span>
        </Link>
        <LanguageChoice bare />
      </header>
      <main className="legal-text">
        <h1>{t(title)}</h1>
        {sections.map(([heading, text]) => (
          <section key={heading}>
            <h2>{t(heading)}</h2>
            <p>{t(text)}</p>
          </section>
        ))}
        <p className="dim">{t('legal.operator')}</p>
      </main>
      <footer className="legal-foot">
        <Link href={to('/')}>
          <IconArrowLeft size={16} aria-hidden />
          {t('legal.back')}
        </Link>
        <Link href={other.href}>{t(other.title)}</Link>
      </footer>
    </div>
  )
}
