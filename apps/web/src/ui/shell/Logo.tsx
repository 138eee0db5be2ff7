import type { Brand } from '../../theme/brand.ts'

/** The mark of a brand in the colour of its place. */
export const Logo = ({ brand, size = 26 }: { brand: Pick<Brand, 'logo'>; size?: number }) => (
  <svg className="logo" width={size} height={size} viewBox="0 0 28 28" aria-hidden>
    {brand.logo.map(path => (
      <path key={path} d={path} fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round" />
    ))}
  </svg>
)
