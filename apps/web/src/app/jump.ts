import { type EntityType, childTypesOf, entityTypes } from '@steading/contract/entities/entities'
import type { TextKey, Translate } from '@steading/locales/text'
import { newEntity } from '../entities/index.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { type Scheme, schemes } from '../ui/shell/preferences/schemes.ts'
import type { Target } from '../ui/shell/navigation/targets.ts'
import { built } from './built.ts'
import { type May, mayOpen, navigation, sectionOf } from './navigation.ts'
import { type PagePath, pageOf, pagePaths, to } from '../platform/navigation/paths.ts'
import { hrefAt } from './place.ts'

/** Whom Ctrl-K serves. */
export interface Who {
  readonly may: May
  readonly rootType: string
  readonly signOut: () => void
  readonly paint: (scheme: Scheme) => void
}

/** What else people call a page. */
const alsoCalled: Readonly<Partial<Record<PagePath, TextKey>>> = {
  '/farmview': 'jump.home',
  '/events': 'jump.events',
  '/system/entities': 'jump.entities',
  '/system/interfaces': 'jump.interfaces',
  '/system/terminals': 'jump.terminals',
  '/system/users': 'jump.users',
  '/system/heartbeat': 'jump.heartbeat',
  '/themes': 'jump.themes',
}

/** What people call it who look for a page on which something is made, besides its own name. */
const making = ['ui.create', 'ui.new', 'multi.add'] as const satisfies readonly TextKey[]

/** What Ctrl-K offers by itself: the pages of the navigation, those on which something is made, and what is one's own. */
export function screens({ may, rootType, signOut, paint }: Who, place: string | undefined, t: Translate): Target[] {
  const sections = navigation(may)
  const also = making.map(word => t(word)).join(' ')
  const create = (path: PagePath) => {
    const section = sections.find(navSection => navSection.key === sectionOf(path))
    return kindsOf(path, rootType, place, t).map(kind => ({ ...kind, place: section && t(section.title), also }))
  }
  const profile = to('/settings/profile')
  return [
    ...sections.flatMap(section =>
      section.pages.map(({ path, title }) => {
        const words = alsoCalled[path]
        return { href: hrefAt(path, place), name: t(title), place: t(section.title), also: words && t(words) }
      }),
    ),
    ...pagePaths.filter(path => isMaking(path) && mayOpen(path, true, may)).flatMap(create),
    { href: profile, name: t('nav.profile'), also: t('jump.profile') },
    { href: profile + writeSearch({ tab: 'notifications' }), name: t('profile.notifications'), place: t('nav.profile') },
    { href: profile + writeSearch({ tab: 'security' }), name: t('profile.changePassword'), place: t('nav.profile') },
    ...schemes.map(({ key, word }) => ({
      act: () => paint(key),
      name: `${t('shell.scheme')}: ${t(word)}`,
      also: t('jump.scheme'),
    })),
    { act: signOut, name: t('ui.signOut'), also: t('jump.signOut') },
  ]
}

/** The same, found by the words of other languages, too. */
export function screensInAllWords(who: Who, place: string | undefined, t: Translate, others: readonly Translate[]): Target[] {
  const foreign = others.map(other => screens(who, place, other))
  return screens(who, place, t).map((target, at) => ({
    ...target,
    also: [target.also, ...foreign.flatMap(all => [all[at]?.name, all[at]?.also])].filter(Boolean).join(' '),
  }))
}

const isMaking = (path: PagePath) => path.endsWith('/create') && built[path] !== undefined

/** What is made on a page; of entities each kind by itself, at the place one looks at: a farm is what people look for. */
function kindsOf(path: PagePath, rootType: string, place: string | undefined, t: Translate) {
  const { title } = pageOf(path)
  if (!title) return []
  if (path !== '/system/entities/create') return [{ href: path, name: t(title) }]
  return below(entityTypes.find(type => type === rootType)).map(type => ({
    href: path + writeSearch({ type, parentId: place }),
    name: newEntity(type, t),
  }))
}

/** The types that may stand somewhere below one. */
function below(top: EntityType | undefined): readonly EntityType[] {
  const found = new Set<EntityType>(top ? childTypesOf(top) : [])
  for (const type of found) for (const child of childTypesOf(type)) found.add(child) // a set grows while it is walked
  return entityTypes.filter(type => found.has(type))
}
