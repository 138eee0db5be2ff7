import { type Language, languageOf, matchLanguage } from '@steading/locales/languages'
import { type NotationChoice, notationOf } from '@steading/locales/notation'
import { type Texts, type Translate, translate } from '@steading/locales/text'
import deDE from '@steading/locales/de-DE.json?url'
import elGR from '@steading/locales/el-GR.json?url'
import enUS from '@steading/locales/en-US.json?url'
import esES from '@steading/locales/es-ES.json?url'
import frFR from '@steading/locales/fr-FR.json?url'
import ptPT from '@steading/locales/pt-PT.json?url'
import { type ReactNode, createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from './queries.ts'
import { device } from './remember.ts'
import { session, useSession } from './session.ts'

interface Speech {
  readonly t: Translate
  /** Chosen here: kept on this device. */
  readonly setLanguage: (language: Language) => void
  /** The person's own, as their profile has it: spoken unless this device has chosen one. The notation goes with it where no session tells it. */
  readonly adopt: (language: Language, choice?: NotationChoice) => void
}
const Speaking = createContext<Speech | undefined>(undefined)

/** Texts travel as data, not as program: a language is fetched when it is wanted. */
const files: Readonly<Record<Language, string>> = {
  'en-US': enUS,
  'pt-PT': ptPT,
  'es-ES': esES,
  'fr-FR': frFR,
  'de-DE': deDE,
  'el-GR': elGR,
}
const fetched = new Map<Language, Promise<Translate>>()

/** The translator of a language; a download that failed may be tried again. */
export function speak(language: Language): Promise<Translate> {
  const known = fetched.get(language)
  if (known) return known
  const coming = fetch(files[language]).then(async answer => {
    if (!answer.ok) throw new Error(`the texts of ${language} did not come: ${answer.status}`)
    const texts: Texts = await answer.json()
    return translate(language, texts)
  })
  coming.catch(() => fetched.delete(language))
  fetched.set(language, coming)
  return coming
}

/** The language that was chosen on this device, else the signed-in person's, else the best that the browser asks for. */
export const firstLanguage = (): Language =>
  languageOf(device.read('language')) ?? session.get()?.language ?? matchLanguage(navigator.languages.join(','))

/** Speaks one language in the person's notation to the whole page; another one is loaded when somebody chooses it, and the old one stays until it is there. */
export function TextProvider({ first, children }: { first: Translate; children: ReactNode }) {
  const [spoken, setTranslate] = useState<Translate>(() => first)
  const [adopted, adoptChoice] = useState<NotationChoice>()
  const person = useSession()
  const t = spoken.withNotation(notationOf(spoken.language, person ?? adopted))
  const [wanted, want] = useState<Language>(first.language)

  useEffect(() => {
    let stale = false
    speak(wanted).then(
      next => {
        if (stale || document.documentElement.lang === next.language) return
        document.documentElement.lang = next.language
        setTranslate(() => next)
      },
      (error: unknown) => console.warn('language not loaded', wanted, error),
    )
    return () => {
      stale = true
    }
  }, [wanted])

  const before = useRef(t)
  useEffect(() => {
    if (before.current === t) return
    before.current = t
    // What the server has said so far, it said in the old language or notation.
    void queryClient.invalidateQueries()
  }, [t])

  const speech = useMemo(
    () => ({
      t,
      setLanguage: (language: Language) => {
        device.write('language', language)
        want(language)
      },
      adopt: (language: Language, choice?: NotationChoice) => {
        if (choice) adoptChoice(choice)
        if (!device.read('language')) want(language)
      },
    }),
    [t],
  )
  return <Speaking value={speech}>{children}</Speaking>
}

function useSpeech(): Speech {
  const speech = useContext(Speaking)
  if (!speech) throw new Error('no TextProvider above')
  return speech
}

/** Says a text in the language of the page: `const t = useText(); t('ui.save')`. */
export const useText = (): Translate => useSpeech().t

/** The language of the page and how to change it. */
export function useLanguage() {
  const { t, setLanguage, adopt } = useSpeech()
  return { language: t.language, setLanguage, adopt }
}
