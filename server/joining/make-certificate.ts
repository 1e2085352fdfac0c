import { createPublicKey, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { DAY_MS } from '#shared/format/time.ts';

/** The clock of a PC that is a little behind takes it all the same. */
const BEFORE_MS = DAY_MS;
const SERIAL_BYTES = 16;
const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

export interface CertificateWish {
  /** On the curve P-256. */
  privateKey: KeyObject;
  /** Who it says that it is of, for people. */
  title: string;
  /** Host names and IP addresses. */
  names: readonly string[];
  days: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** A self-signed certificate of a server, as PEM. The library is loaded where one is made: once in two years. */
export async function makeCertificate(wish: CertificateWish): Promise<string> {
  // In a CommonJS module Node finds no names of its own.
  const { default: schema } = await import('@peculiar/asn1-schema');
  const { default: x509 } = await import('@peculiar/asn1-x509');
  const { AsnConvert, OctetString } = schema;
  const { privateKey, title, names, days, now } = wish;
  const extension = (extnID: string, value: object, critical = false): InstanceType<typeof x509.Extension> =>
    new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const signature = new x509.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const whose = new x509.Name([
    new x509.RelativeDistinguishedName([
      new x509.AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new x509.AttributeValue({ utf8String: title }),
      }),
    ]),
  ]);
  const serial = randomBytes(SERIAL_BYTES);
  // Positive, and as long as it is.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: bufferOf(serial),
    signature,
    issuer: whose,
    subject: whose,
    validity: new x509.Validity({
      notBefore: new Date(now - BEFORE_MS),
      notAfter: new Date(now + days * DAY_MS),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(
      createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
      x509.SubjectPublicKeyInfo,
    ),
    extensions: new x509.Extensions([
      extension(
        x509.id_ce_subjectAltName,
        new x509.SubjectAlternativeName(
          names.map((name) => new x509.GeneralName(isIP(name) ? { iPAddress: name } : { dNSName: name })),
        ),
      ),
      extension(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: false }), true),
      extension(x509.id_ce_extKeyUsage, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
    ]),
  });
  const signed = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey);
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: signature,
    signatureValue: bufferOf(signed),
  });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString();
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
