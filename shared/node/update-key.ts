/**
 * The public key by which desks and servers know a release: Ed25519, SubjectPublicKeyInfo in DER, base64. Whoever gives
 * the application out puts theirs here before the first release (docs/releasing.md); the private key is never here. While
 * it is null no update is taken at all. There is no other key, for development neither: tests hand theirs over.
 */
export const UPDATE_PUBLIC_KEY: string | null = null;
