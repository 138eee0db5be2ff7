// The door of the slice: the pages of law.
export const pages = {
  '/terms-of-use': () => import('./TermsOfUse.tsx'),
  '/data-protection-notice': () => import('./DataProtectionNotice.tsx'),
} as const
