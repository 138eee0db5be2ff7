export { anybody, insertPerson, insertResponsible, insertRole, setPasswords } from './users.sql.ts'
