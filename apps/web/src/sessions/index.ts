// Public interface of the slice: the pages to sign in.
export const pages = {
  '/login': () => import('./login/Login.tsx'),
  '/token-auth': () => import('./login/TokenLogin.tsx'),
  '/forgot_password': () => import('./password/ForgotPassword.tsx'),
  '/account/{userid}/activation/{activationcode}': () => import('./password/Activation.tsx'),
  '/account/{userid}/reset/{resetcode}': () => import('./password/PasswordReset.tsx'),
  '/setup': () => import('./password/Setup.tsx'),
} as const

/** Notices above every page: terms of use and release notes. */
export const notices = () => import('./session/Notices.tsx')

/** Notice of a newer version of the screens. */
export const newVersionNotice = () => import('./session/NewVersion.tsx')

/** Login dialog over a page with unsaved changes whose session has ended. */
export const signInAgain = () => import('./session/SignInAgain.tsx')

export { extendWhileWorking } from './session/extendSession.ts'
export { tokenHref } from './login/tokenLink.ts'
