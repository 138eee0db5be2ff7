import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import type { Brand } from '../theme/brand.ts'
import { Logo } from '../ui/shell/Logo.tsx'
import { BrandPicture } from './BrandPicture.tsx'
import './sessions.css'

/** The pages before a session: the brand's place beside the form. */
export function Entrance({ children, foot, of }: { children: ReactNode; foot: ReactNode; of: Brand }) {
  const t = useText()
  return (
    <div className="login">
      <header className="login-brand">
        <div className="login-logo">
          <Logo brand={of} size={34} />
          <span>{of.title}</span>
        </div>
        <BrandPicture of={of} />
        <div className="login-claim">
          <p className="claim-line">{t(of.claim)}</p>
          <p>{t(of.sub)}</p>
        </div>
      </header>
      <main className="login-main">{children}</main>
      <footer className="login-foot">{foot}</footer>
    </div>
  )
}
