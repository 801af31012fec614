package software.amazon.awssdk.services.s3;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

public interface S3Client {
  ResponseInputStream getObject (GetObjectRequest request);
}
