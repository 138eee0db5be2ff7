import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { Brand } from '../../theme/brand.ts'
import { Logo } from '../../ui/shell/Logo.tsx'
import { BrandPicture } from './BrandImage.tsx'
import '../sessions.css'

/** Layout of pages without a session: brand image beside the form. */
export function Entrance({ children, foot, of: brand }: { children: ReactNode; foot: ReactNode; of: Brand }) {
  const t = useText()
  return (
    <div className="login">
      <header className="login-brand">
        <div className="login-logo">
          <Logo brand={brand} size={34} />
          <span>{brand.title}</span>
        </div>
        <BrandPicture of={brand} />
        <div className="login-claim">
          <p className="claim-line">{t(brand.claim)}</p>
          <p>{t(brand.sub)}</p>
        </div>
      </header>
      <main className="login-main">{children}</main>
      <footer className="login-foot">{foot}</footer>
    </div>
  )
}
